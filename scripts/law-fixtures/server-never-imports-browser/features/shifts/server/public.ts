export { paths } from '../../../routes/paths.ts' // bad
