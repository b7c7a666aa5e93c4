declare module 'web-push' {
  interface RequestDetails {
    method: string
    headers: Record<string, string | number>
    body: Buffer
    endpoint: string
  }
  const webPush: {
    generateRequestDetails(
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: {
        vapidDetails: { subject: string; publicKey: string; privateKey: string }
        TTL: number
        urgency: 'normal' | 'high'
        topic?: string
      },
    ): RequestDetails
  }
  export default webPush
}
