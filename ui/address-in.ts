/** The last email address that a text names, without the dot of its sentence: who signs is at the end. */
export const addressIn = (text: string): string | undefined =>
  text.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g)?.at(-1)

/** Does a text end with the address of the page on which anyone writes to Placewell? */
export const asksPlacewell = (text: string): boolean => /\bhttps?:\/\/\S+\/contact$/.test(text)
