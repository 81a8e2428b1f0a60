import '@mantine/spotlight/styles.layer.css'

import { createSpotlight, Spotlight, type SpotlightProps } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'

import { useNavigateTo, type Navigate } from './Link.tsx'
import classes from './CommandPalette.module.css'
import { MantineScope } from './MantineScope.tsx'
import { matching } from './palette-match.ts'
import { pageCommands, paletteHost, type Command, type Found, type PaletteProps } from './palette-host.ts'

const [store, spotlight] = createSpotlight()

/** Opens the palette, which is mounted once this module is loaded. */
export const showPalette = () => spotlight.open()

/** The palette itself; mount PaletteHost, which loads it when first opened. */
export function CommandPalette({
  commands,
  placeholder = 'Search people, shifts, sites and pages',
  find,
}: PaletteProps) {
  const navigate = useNavigateTo()
  const [words, setWords] = useState('')
  const { found, isSearching, hasFailed } = useFound(find, words)
  // What the page offers is read when the palette opens.
  const [here, setHere] = useState<readonly Command[]>([])
  const offered = [...here, ...commands]
  const shown =
    words.trim() === '' ? [...here, ...recents, ...commands] : [...found, ...matching(offered, words)]
  useEffect(() => paletteHost.mounted(), [])
  return (
    <MantineScope>
      <Spotlight
        store={store}
        shortcut={null}
        onSpotlightOpen={() => setHere(pageCommands())}
        centered={false}
        yOffset="12dvh"
        overlayProps={{ backgroundOpacity: 0.4 }}
        attributes={{ content: { 'aria-label': 'Command palette' } }}
        classNames={{
          search: classes.search,
          action: classes.action,
          actionSection: classes.section,
          actionsGroup: classes.group,
        }}
        query={words}
        onQueryChange={setWords}
        // The commands are already filtered, because what the server found may match by more than its name.
        filter={(_words, all) => all}
        actions={grouped(shown, navigate, new Set(here))}
        nothingFound={isSearching ? 'Searching…' : hasFailed ? failedWords : noneWords}
        scrollable
        maxHeight={420}
        searchProps={{
          leftSection: <IconSearch size={18} aria-hidden />,
          placeholder,
          'aria-label': placeholder,
        }}
      />
    </MantineScope>
  )
}

/** Shorter texts match nearly everything. */
const SHORTEST = 2
const PAUSE_MS = 120
const none: Found = { commands: [], hasFailed: false }

/** What the server finds for the text, shortly after the last key; the previous results stay until then. */
function useFound(find: PaletteProps['find'], typed: string) {
  const [words] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const isAsked = words.length >= SHORTEST
  const [answer, setAnswer] = useState({ words: '', ...none })
  useEffect(() => {
    if (!isAsked) return undefined
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      const found = await find(words, stop.signal).catch(() => ({ ...none, hasFailed: true }))
      if (!stop.signal.aborted) setAnswer({ words, ...found })
    }
    void ask()
    return () => stop.abort()
  }, [find, words, isAsked])
  const isSearching = typed.trim().length >= SHORTEST && answer.words !== typed.trim()
  return { found: isAsked ? answer.commands : [], isSearching, hasFailed: isAsked && answer.hasFailed }
}

const noneWords = 'No matches. Try a name, a site or a page.'
const failedWords = 'Some results couldn’t be loaded. Try again in a moment.'

/** The things opened from here, latest first; kept only while the page is open. */
const recents: Command[] = []
const MAX_RECENT = 5

function remember(command: Command): void {
  const at = recents.findIndex(({ id }) => id === command.id)
  if (at >= 0) recents.splice(at, 1)
  recents.unshift({ ...command, group: 'Recent' })
  recents.length = Math.min(recents.length, MAX_RECENT)
}

function grouped(
  commands: readonly Command[],
  navigate: Navigate,
  here: ReadonlySet<Command>,
): SpotlightProps['actions'] {
  return [...Map.groupBy(commands, (command) => command.group ?? '')].flatMap(
    ([group, members]): SpotlightProps['actions'] => {
      const actions = members.map((command) => {
        const { id, label, description, icon: Mark, href, action } = command
        return {
          id,
          label,
          description,
          leftSection: Mark && <Mark size={18} stroke={1.6} aria-hidden />,
          onClick: () => {
            // A page's own commands are gone with it.
            if (!here.has(command)) remember(command)
            action?.()
            if (href) navigate(href)
          },
        }
      })
      return group ? [{ group, actions }] : actions
    },
  )
}
