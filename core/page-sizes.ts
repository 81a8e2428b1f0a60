/** At most this many of a person's own swaps and make-ups are shown; the page says if there are more, and the export has all. */
export const MAX_OWN_ROWS = 200
