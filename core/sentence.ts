/** What someone typed, as a sentence to which others can be added: with a period, unless it already ends one. */
export const asSentence = (text: string): string => (/[.!?…]["”’)]*$/.test(text) ? text : `${text}.`)
