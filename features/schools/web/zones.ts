/** Time zones of the United States: common label and PostgreSQL name. */
export const zones = [
  { value: 'America/New_York', label: 'Eastern' },
  { value: 'America/Chicago', label: 'Central' },
  { value: 'America/Denver', label: 'Mountain' },
  { value: 'America/Phoenix', label: 'Arizona' },
  { value: 'America/Los_Angeles', label: 'Pacific' },
  { value: 'America/Anchorage', label: 'Alaska' },
  { value: 'Pacific/Honolulu', label: 'Hawaii' },
  { value: 'America/Puerto_Rico', label: 'Puerto Rico' },
  { value: 'Pacific/Guam', label: 'Guam' },
]

/** "Central (America/Chicago)"; the PostgreSQL name if the zone is not in the list. */
export function zoneLabel(zone: string): string {
  const known = zones.find(({ value }) => value === zone)
  return known ? `${known.label} (${zone})` : zone
}

/** The choices of a form, including the school's current zone; none is chosen for a new school, whose state decides. */
export function zoneChoices(current: string): { value: string; label: string }[] {
  if (current === '') return [{ value: '', label: 'Choose…' }, ...zones]
  return zones.some(({ value }) => value === current) ? zones : [...zones, { value: current, label: current }]
}

/** The states and territories of the United States. */
export const stateCodes =
  'AK AL AR AS AZ CA CO CT DC DE FL GA GU HI IA ID IL IN KS KY LA MA MD ME MI MN MO MP MS MT NC ND NE NH NJ NM NV NY OH OK OR PA PR RI SC SD TN TX UT VA VI VT WA WI WV WY'.split(
    ' ',
  )
