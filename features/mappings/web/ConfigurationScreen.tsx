import { specialties, specialtyLabels, specialtyName } from '#core/specialties.ts'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { choice, type Filters, searchText } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { pageOfRows, useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import type { MappingWord } from '../contract.ts'
import { usualWords, wordsApart } from '../rules.ts'
import { OtherPages } from './OtherPages.tsx'
import { mappings, touches } from './queries.ts'

const WordDialog = lazyDialog(() => import('./WordDialog.tsx').then((file) => file.WordDialog), {
  isOpen: false,
})
const meta = { quiet: true, touches }
const filters: Filters<{ search: string; specialty: MappingWord['specialty'] }> = {
  search: searchText('Search words', { param: 'q' }),
  specialty: choice('Area', 'All areas', specialtyLabels),
}

/** /admin/clinical-mapping/configuration: the words that stand for a specialty in suggestions (Spec §2). */
export function ConfigurationScreen(): ReactNode {
  const [isAdding, add] = useState(false)
  const isFacility = useMe().role === 'facility_admin'
  const list = useList(filters, { sorts: [], hasOwnOrder: true })
  const query = useQuery({ ...mappings.words.queryOptions({ input: {} }), staleTime: 0 })
  const { search = '', specialty } = list.filter
  const found = query.data?.rows.filter(
    (word) =>
      word.term.includes(wordsApart(search)) && (specialty === undefined || word.specialty === specialty),
  )
  const shown = pageOfRows(found ?? [], list)
  const actions = useWordActions()
  return (
    <>
      <ListPage
        title="Mapping words"
        description={
          isFacility
            ? 'Words that name a specialty in your units, besides the usual ones. Suggestions use them from the next run on.'
            : 'Words that name a specialty, besides the usual ones: everywhere or at a facility. Suggestions use them from the next run on.'
        }
        buttons={
          <>
            <OtherPages except="Words" />
            <PlainButton onClick={() => add(true)}>Add word</PlainButton>
          </>
        }
        list={list}
        hasViews={false}
        label="Words"
        query={query}
        rows={found && shown.rows}
        total={found && shown.total}
        page={shown.page}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ term }) => term}
        actions={actions}
        failedTitle="The words couldn’t be loaded"
        empty={(isNarrowed) =>
          isNarrowed
            ? { title: 'No words match', description: 'Change or clear the filters.' }
            : {
                title: 'No words added',
                description: 'The usual words below already count. Add names that only your units use.',
              }
        }
      >
        <PageSection
          title="Usual words"
          description="These count at every facility. A word that is added counts before them."
          folds
        >
          <KeyValue
            items={specialties
              .filter((one) => usualWords[one].length > 0)
              .map((one) => ({ label: specialtyLabels[one], value: usualWords[one].join(', ') }))}
          />
        </PageSection>
      </ListPage>
      <WordDialog isOpen={isAdding} isFacility={isFacility} onClose={() => add(false)} />
    </>
  )
}

function useWordActions() {
  const remove = useMutation({ ...mappings.removeWord.mutationOptions(), meta })
  const add = useMutation({ ...mappings.addWord.mutationOptions(), meta })
  return useActions<MappingWord>(
    [
      {
        id: 'remove',
        label: 'Remove',
        icon: IconTrash,
        danger: true,
        isBulk: true,
        blocker: ({ is_own: isOwn }) =>
          !isOwn &&
          'This word counts for others too. Add it for your own facility to give it another meaning there.',
        run: ({ id }) => remove.mutateAsync({ id }),
        done: (rows) => (rows.length === 1 ? 'Word removed' : `${rows.length} words removed`),
        undo: ({ id, facility_id, term, specialty }) => add.mutateAsync({ id, facility_id, term, specialty }),
      },
    ],
    { nameOf: ({ term }) => term },
  )
}

const columns: readonly Column<MappingWord>[] = [
  { key: 'term', title: 'Word', render: ({ term }) => term },
  { key: 'specialty', title: 'Area', render: ({ specialty }) => specialtyName(specialty) },
  { key: 'facility', title: 'Counts at', render: ({ facility_name: name }) => name ?? 'All facilities' },
]
