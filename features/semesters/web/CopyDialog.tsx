import { type ReactNode, useState } from 'react'
import { Loaded } from '#ui/Loaded.tsx'
import { OpenModal } from '#ui/OpenDialog.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import type { Semester } from '../contract.ts'
import { CopySteps } from './CopySteps.tsx'
import { useSemesters } from './queries.ts'

type CopyDialogProps = {
  source: Semester
  onClose: () => void
  onCopied: (target: Semester) => void
}

/** Copies the shifts of a semester in three steps: the target, what to copy, and a preview of every shift before anything is written. */
export function CopyDialog({ source, onClose, onCopied }: CopyDialogProps): ReactNode {
  const [isDirty, setDirty] = useState(false)
  const isPhone = useIsPhone()
  const others = useSemesters(source.school_id)
  return (
    <OpenModal
      onClose={onClose}
      closeOnClickOutside={false}
      data-stays
      data-typed={isDirty || undefined}
      fullScreen={isPhone}
      size="60rem"
      title={`Copy ${source.name}`}
    >
      <Loaded
        query={others}
        skeleton={<Skeletons shape="form" count={5} />}
        failedTitle="The school’s semesters couldn’t be loaded"
        isEmpty={() => false}
      >
        {(all) => (
          <CopySteps source={source} all={all} onDirty={setDirty} onCancel={onClose} onCopied={onCopied} />
        )}
      </Loaded>
    </OpenModal>
  )
}
