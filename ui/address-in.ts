/** The last email address in a text, without the sentence's final dot, because the sender's address is at the end. */
export const addressIn = (text: string): string | undefined =>
  text.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g)?.at(-1)

/** True if a text ends with the address of the page on which people write to Placewell. */
export const endsWithContactLink = (text: string): boolean => /\bhttps?:\/\/\S+\/contact$/.test(text)
