export { countHoldings } from './sql.ts'
