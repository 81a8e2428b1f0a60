export { preceptorRefusals } from '../messages.ts'
export { openLink } from './commands/open-link.ts'
export { listPreceptors } from './queries/list-preceptors.ts'
export { listRequirements } from './queries/list-requirements.ts'
