// What the operator's server answers where a place needs something else than usual, by the call.
import { goodAnswers } from '../operator/answers.ts'

/** A phone in either country. */
export const PHONE = '0301234567'

export type Given = Readonly<Record<string, unknown>>

export const activeBonus: Given = { 'GET /bonus/check/active': { status: true, type: 'bonus' } }
export const chatOffered: Given = { 'GET /lookup/enableChatWidget': { enableChatWidget: true } }
export const openCode: Given = { 'GET /qrcode/{provider}': goodAnswers['POST /qrcode/{provider}']?.() }
