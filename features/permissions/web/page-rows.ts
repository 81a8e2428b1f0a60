import { useRouter } from '@tanstack/react-router'
import type { Access } from '#core/access.ts'

export type PageRow = { path: string; title: string; access: Access }

/** Every signed-in address with the access rule of its guard. */
export function usePageRows(): PageRow[] {
  const router = useRouter()
  return Object.values(router.routesById)
    .filter(({ id, fullPath }) => id.startsWith('/_app/') && fullPath !== '/')
    .map(({ fullPath, options: { staticData } }) => ({
      path: fullPath.length > 1 ? fullPath.replace(/\/$/, '') : fullPath,
      title: staticData.title ?? titleOfPath(fullPath),
      access: staticData.access,
    }))
    .toSorted((a, b) => a.path.localeCompare(b.path))
}

/** The title of an address that has none: /school/student-progress → "Student progress". */
function titleOfPath(path: string): string {
  const last = path.split('/').findLast((word) => word !== '' && !word.startsWith('$')) ?? 'Home'
  const words = last.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
