import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { GapShifts } from '#features/assignments/web/public.ts'
import { MyProgressScreen } from '#features/hours/web/MyProgressScreen.tsx'
import { definedParams, pageParam } from '#platform/web/search-params.ts'
import { Skeletons } from '#ui/Skeletons.tsx'

export const Route = createFileRoute('/_app/student/progress')({
  staticData: { access: ['student'], title: 'Progress' },
  validateSearch: (search: Record<string, unknown>) => definedParams({ page: pageParam(search['page']) }),
  component: () => (
    <MyProgressScreen
      shiftsFor={(specialty) => (
        <Suspense fallback={<Skeletons shape="cards" count={1} />}>
          <GapShifts specialty={specialty} />
        </Suspense>
      )}
    />
  ),
})
