const returnPath = '/silent-check.html'

/**
 * Ends a session in a frame that nobody sees, as the page may be in use by then.
 *
 * @param logoutUrl the sign-on server's way out, which leads back to the given address
 * @param patienceInMs nothing tells when a frame does not load
 * @returns whether the way back was reached; a server that wants to be asked on a page of its own does not lead there
 */
export async function endQuietly(
  logoutUrl: (redirectUri: string) => string,
  patienceInMs: number,
): Promise<boolean> {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.title = ''
  frame.src = logoutUrl(location.origin + returnPath)
  const back = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), patienceInMs)
    // each page on the way loads; where the frame stands can be read only when it is back
    frame.addEventListener('load', () => isBack(frame) && resolve(true))
  })
  document.body.append(frame)
  const isEnded = await back
  frame.remove()
  return isEnded
}

function isBack(frame: HTMLIFrameElement): boolean {
  try {
    return frame.contentWindow?.location.pathname === returnPath
  } catch {
    return false
  }
}
