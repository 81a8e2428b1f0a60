/** What the field of a comment has: its text, the text that was last saved, and the outcome of the last one that was sent. */
export type TypedComment = {
  text: string
  saved: string
  isSaving: boolean
  /** A text that differs from this one still has to be saved. */
  last: { text: string; outcome: '' | 'Saved' | 'Not saved' }
}

export const commentOf = (saved: string): TypedComment => ({
  text: saved,
  saved,
  isSaving: false,
  last: { text: saved, outcome: '' },
})

/**
 * The field once the list has another comment: that one if it was changed on another page and nothing typed here waits to be saved. While a
 * save runs the list has what was sent, and after one that failed the earlier comment: the text stays as it was typed.
 */
export const met = (field: TypedComment, comment: string): TypedComment =>
  !field.isSaving && field.text.trim() === field.saved ? commentOf(comment) : field

/** The field once the save of a text has ended. */
export const ended = (field: TypedComment, sent: string, isSaved: boolean): TypedComment => ({
  ...field,
  isSaving: false,
  saved: isSaved ? sent.trim() : field.saved,
  last: { text: sent, outcome: isSaved ? 'Saved' : 'Not saved' },
})
