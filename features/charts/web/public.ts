export { SchoolCharts } from './SchoolCharts.tsx'
export { UnitSeatsChart } from './UnitSeatsChart.tsx'
