import type { Choosing } from './choosing.ts'
import type { Asking } from './questions.ts'
import type { Named } from './types.ts'
import type { FoundName, FoundPerson } from './units.ts'

/** Who leads a series: those who are named, or the previous ones. */
export function chooseLeaders(choosing: Choosing): { proctor_ids: string[]; preceptor_ids: string[] } {
  const { said, same, vocabulary, assume } = choosing
  const proctors = leadersOf('instructor', said.named, said.people, vocabulary.people, choosing)
  const preceptors = leadersOf(
    'preceptor',
    said.namedPreceptors,
    said.preceptors,
    vocabulary.preceptors,
    choosing,
  )
  const continued = (what: 'instructor' | 'preceptor', ids: readonly string[] = [], isNamed: boolean) => {
    if (ids.length === 0 || isNamed) return []
    assume(`Same ${what}${ids.length === 1 ? '' : 's'} as the previous series.`)
    return ids
  }
  const areProctorsNamed = said.named.length + said.people.length > 0 || said.hasNobody
  const arePreceptorsNamed = said.namedPreceptors.length + said.preceptors.length > 0 || said.hasNoPreceptor
  return {
    proctor_ids: [...proctors, ...continued('instructor', same?.proctor_ids, areProctorsNamed)],
    preceptor_ids: [...preceptors, ...continued('preceptor', same?.preceptor_ids, arePreceptorsNamed)],
  }
}

/** The people who lead a series, in the order they are named: the first becomes the shift's first. */
function leadersOf(
  what: 'instructor' | 'preceptor',
  named: readonly FoundName[],
  found: readonly FoundPerson[],
  all: readonly Named[],
  { ask, assume }: Asking,
): string[] {
  const ids: string[] = []
  for (const one of [...named, ...found].toSorted((a, b) => a.at - b.at)) {
    const id = 'id' in one ? one.id : who(one)
    if (id !== null && !ids.includes(id)) ids.push(id)
  }
  return ids

  function who({ quote, people: [first, ...others] }: FoundPerson): string | null {
    if (first && others.length === 0) {
      if (!ids.includes(first.id)) assume(`“${quote}” is ${first.name}.`)
      return first.id
    }
    const among = first ? [first, ...others] : all
    const answer = ask(
      what,
      quote,
      first
        ? `“${quote}” matches ${among.length} ${what}s. Who is it?`
        : what === 'instructor'
          ? `No instructor of your school is called “${quote}”. Who is it?`
          : `You can’t plan with a preceptor called “${quote}”. Who is it?`,
      [
        ...among.map(({ id, name }) => ({ value: id, label: name })),
        { value: 'none', label: `No ${what} yet` },
      ],
    )
    return answer === 'none' ? null : answer
  }
}
