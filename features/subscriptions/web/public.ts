export { PaymentBanner } from './PaymentBanner.tsx'
