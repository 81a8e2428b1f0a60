/** Maximum number of shifts in one plan, of its series, and of rows in a roster. */
export const MAX_PLANNED = 300
/** Maximum length of the key of a question. */
export const QUESTION_KEY_LENGTH = 199
