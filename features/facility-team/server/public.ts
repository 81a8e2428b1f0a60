export { countSetupSteps } from './queries/count-setup-steps.ts'
