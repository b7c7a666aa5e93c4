/** Identifies the event of the demo in the URLs of lighthouserc.json. */
export const demoEventId = 'default-three-bridges'

/** Identifies the order in the URLs of lighthouserc.json. */
export const demoOrderId = 'lighthouse-order'
