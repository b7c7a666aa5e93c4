/** URL of the face detector's weights; see scripts/build/face-weights.ts. */
declare module 'virtual:face-weights' {
  const url: string
  export default url
}
