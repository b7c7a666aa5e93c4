const returnPath = '/silent-check.html'

/**
 * Ends a session in a hidden frame, because the page may be in use.
 *
 * @param logoutUrl returns the logout URL of the sign-on server, which redirects back to the given URL
 * @param timeoutInMs needed because no event reports a frame that does not load
 * @returns whether the redirect back was reached; false if the server shows a confirmation page
 */
export async function endSessionInFrame(
  logoutUrl: (redirectUri: string) => string,
  timeoutInMs: number,
): Promise<boolean> {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.title = ''
  frame.src = logoutUrl(location.origin + returnPath)
  const redirect = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), timeoutInMs)
    // each page of the redirect chain fires load; the frame's location is readable only once it is same-origin again
    frame.addEventListener('load', () => isRedirectedBack(frame) && resolve(true))
  })
  document.body.append(frame)
  const isEnded = await redirect
  frame.remove()
  return isEnded
}

function isRedirectedBack(frame: HTMLIFrameElement): boolean {
  try {
    return frame.contentWindow?.location.pathname === returnPath
  } catch {
    return false
  }
}
