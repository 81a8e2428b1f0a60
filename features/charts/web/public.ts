export { SchoolCharts } from './SchoolCharts.tsx'
export { SchoolSeatsChart } from './SchoolSeatsChart.tsx'
export { UnitSeatsChart } from './UnitSeatsChart.tsx'
