import { explainRefusals, refuseByConstraint } from '#platform/server/pg-errors.ts'
import { seatRefusals } from '../messages.ts'

// A module of its own because jobs that give seats also need texts for PostgreSQL's refusals.
refuseByConstraint('assignments_no_clash', 'seat.clash')
refuseByConstraint('assignments_once', 'seat.on_it')
refuseByConstraint('shift_swaps_one_open', 'swap.under_way')
explainRefusals(seatRefusals)
