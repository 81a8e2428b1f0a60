/** Maximum minutes of a shift's break, and of its conference. */
export const LONGEST_BREAK = 240
export const MAX_OBJECTIVES = 20
/** Maximum characters of one objective. */
export const LONGEST_OBJECTIVE = 300
