import { answerOrders } from '../files/answer-orders.ts'
import { redrawPicture } from './redraw.ts'

// Started by picture-desk.ts.
answerOrders(redrawPicture)
