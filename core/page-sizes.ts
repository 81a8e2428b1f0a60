/** So many of a person's own swaps and make-ups are on screen at once; the page says when there are more, and the export has all. */
export const OWN_MOST = 200
