import { lazy, type ReactNode, Suspense } from 'react'
import { MantineScope } from '#ui/MantineScope.tsx'
import { PublicFrame } from '#ui/PublicFrame.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'

// Anyone may open the frame; only those who test mails load this.
const KeptMails = lazy(() => import('./KeptMails.tsx').then((file) => ({ default: file.KeptMails })))

/** Shows the mails kept because there is no mail server, with working links. */
export function EmailTestScreen(): ReactNode {
  return (
    <PublicFrame nav={[{ label: 'Sign in', href: '/login' }]}>
      <MantineScope>
        <Suspense fallback={<Skeletons shape="table" />}>
          <KeptMails />
        </Suspense>
      </MantineScope>
    </PublicFrame>
  )
}
