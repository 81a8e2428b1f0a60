import { type ReactNode, useState } from 'react'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import type { GivenBack } from '../contract.ts'

const GivenBackDialog = lazyDialog(
  () => import('./GivenBackDialog.tsx').then((file) => file.GivenBackDialog),
  { outcome: null },
)

/** Shows what could not be given back; nothing if everything was. */
export function useGivenBack(): { show: (outcome: GivenBack) => void; dialog: ReactNode } {
  const [outcome, setOutcome] = useState<GivenBack | null>(null)
  return {
    show: (found) => setOutcome(found.left.length > 0 ? found : null),
    dialog: <GivenBackDialog outcome={outcome} onClose={() => setOutcome(null)} />,
  }
}
