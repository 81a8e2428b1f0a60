/** At most this many of a person's own swaps and make-ups are shown; the page says if there are more, and the export has all. */
export const OWN_MOST = 200
