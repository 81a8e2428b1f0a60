import { Route as root } from '../routes/__root.tsx'
import { Route as semesters } from '../routes/_app/school/semesters.tsx'

export const routes = [root, semesters]
