import type { Command } from './palette-host.ts'

type Named = Pick<Command, 'label' | 'description' | 'keywords'>

/** Pages and actions that contain all typed words; those with the closest names first, because Enter takes the first. */
export function matching<Offered extends Named>(commands: readonly Offered[], typed: string): Offered[] {
  const asked = typed.trim().toLowerCase()
  const words = asked.split(/\s+/).filter(Boolean)
  const hasAll = (text: string) => words.every((word) => text.includes(word))
  return commands
    .filter(({ label, description = '', keywords = [] }) =>
      hasAll([label, description, ...keywords].join(' ').toLowerCase()),
    )
    .map((command) => ({ command, distance: distanceOf(command.label.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ command }) => command)

  /** How far a name is from the typed text; the area before it ("School: Cohorts") does not count. */
  function distanceOf(label: string): number {
    const name = label.slice(label.indexOf(': ') + 1).trim()
    if (name === asked) return 0
    if (name.startsWith(asked)) return 1
    return hasAll(label) ? 2 : 3
  }
}
