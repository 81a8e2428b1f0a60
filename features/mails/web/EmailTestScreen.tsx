import { lazy, type ReactNode, Suspense } from 'react'
import { MantineScope } from '#ui/MantineScope.tsx'
import { PublicFrame } from '#ui/PublicFrame.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'

// Only who tries mails out reads them: the frame that anybody may open stands without them.
const KeptMails = lazy(() => import('./KeptMails.tsx').then((file) => ({ default: file.KeptMails })))

/** The mails that were kept because there is no mail server: read them, follow their links. */
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
