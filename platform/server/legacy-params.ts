/** Parameters of addresses that were renamed. Saved views are updated by the migration that renamed them. */
const EARLIER = new Map([
  ['place=', 'facility='],
  ['place_id=', 'facility_id='],
  ['side=', 'party='],
  ['sort=place_name', 'sort=facility_name'],
  ['sort=places', 'sort=seats'],
])

/** The address of a bookmark or an email with its renamed parameters replaced; unchanged if it has none. */
export const renameLegacyParams = (url: string): string =>
  url.replaceAll(
    /(?<=[?&])(place|place_id|side)=|(?<=[?&])sort=(place_name|places)(?=&|$)/g,
    (word) => EARLIER.get(word) ?? word,
  )
