/** What is said otherwise in addresses by now; views that people saved follow by the migration that renamed it. */
const EARLIER = new Map([
  ['place=', 'facility='],
  ['place_id=', 'facility_id='],
  ['side=', 'party='],
  ['sort=place_name', 'sort=facility_name'],
  ['sort=places', 'sort=seats'],
])

/** An address of a bookmark or an email in the words of now; itself where it has none of before. */
export const inWordsOfNow = (url: string): string =>
  url.replaceAll(
    /(?<=[?&])(place|place_id|side)=|(?<=[?&])sort=(place_name|places)(?=&|$)/g,
    (word) => EARLIER.get(word) ?? word,
  )
