import { Button, Modal, MultiSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Participant, WishlistDetail } from '../contract.ts'
import { moved } from '../rules.ts'
import { FormFooter } from '#ui/FormFooter.tsx'
import { RankList } from './RankList.tsx'
import { useChooseFor } from './school-queries.ts'
import { patternOf, rankedWords } from './wishlist-words.ts'

type ChooseForDialogProps = {
  opened: boolean
  wishlist: WishlistDetail
  participant: Participant | undefined
  onClose: () => void
}

/** Choices that the school enters for a student, also after the last day. */
export function ChooseForDialog({ opened, wishlist, participant, onClose }: ChooseForDialogProps): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Choices of ${participant?.full_name ?? ''}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {participant && (
        <Choices
          key={participant.student_id}
          wishlist={wishlist}
          participant={participant}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

function Choices({
  wishlist,
  participant,
  onClose,
}: {
  wishlist: WishlistDetail
  participant: Participant
  onClose: () => void
}): ReactNode {
  const chooseFor = useChooseFor()
  // As of when the dialog opened, so that saving refuses if the student ranks them meanwhile.
  const [seen] = useState(participant.choices)
  const [ids, setIds] = useState(seen.map((choice) => choice.option_id))
  const optionOf = (id: string) => wishlist.options.find((option) => option.id === id)!
  const commentOf = (id: string) => seen.find((c) => c.option_id === id)?.comment ?? null
  const save = () =>
    chooseFor.mutate(
      {
        id: wishlist.id,
        student_id: participant.student_id,
        seen,
        choices: ids.map((option_id) => ({ option_id, comment: commentOf(option_id) })),
      },
      { onSuccess: onClose },
    )
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <MultiSelect
        label={rankedWords[wishlist.kind].title}
        description={`At most ${wishlist.max_choices}. The order below counts.`}
        data={wishlist.options.map((option) => ({
          value: option.id,
          label: `${option.name} (${patternOf(option)})`,
        }))}
        value={ids}
        maxValues={wishlist.max_choices}
        searchable
        onChange={setIds}
      />
      {ids.length > 0 && (
        <RankList
          items={ids.map((id) => ({ id, name: optionOf(id).name, detail: patternOf(optionOf(id)) }))}
          isReadOnly={false}
          onMove={(from, to) => setIds(moved(ids, from, to))}
          onRemove={(at) => setIds(ids.filter((_, index) => index !== at))}
        />
      )}
      <FormFooter>
        <Button variant="default" data-leaves onClick={onClose}>
          Cancel
        </Button>
        <Button loading={chooseFor.isPending} onClick={save}>
          Save choices
        </Button>
      </FormFooter>
    </div>
  )
}
