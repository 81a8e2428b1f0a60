/** At most so many shifts, cohorts or units are chosen for one message. */
export const MOST_CHOSEN = 200
