/** The desk's way to the server (@kapao/browser/http). Who asks is told by a cookie that the browser sends by itself. */
import { createAsk, createSend, type Session } from '@kapao/browser/http'
import { createListeners } from '@kapao/browser/listeners'
import { createUpload } from '@kapao/browser/upload'

const [subscribe, announce] = createListeners()

/** Told when the server does not know this agent any more. Answers how to stop. */
export const onLoggedOut = subscribe

/** Nobody is logged in, or not any more. */
export const isEnd = (message: string) => message === 'UNAUTHORIZED' || message === 'EXPIRED_AUTH_TOKEN'

const session: Session = {
  origin: '',
  credentials: 'same-origin',
  currentToken: () => null,
  isEnd,
  refused(message) {
    if (isEnd(message)) announce()
  },
}

export const send = createSend(session)
export const ask = createAsk(send)
export const upload = createUpload(session)
