import { answerOrders } from '../files/answer-orders.ts'
import { drawAgain } from './draw-again.ts'

// Started by draw-desk.ts.
answerOrders(drawAgain)
