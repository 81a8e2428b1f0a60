export { PreceptorDashboardScreen } from './PreceptorDashboardScreen.tsx'
