/** What a list says that is cut after so many of the newest. */
export const newestOnly = (most: number): string =>
  `Only the newest ${most.toLocaleString('en-US')} are shown.`
