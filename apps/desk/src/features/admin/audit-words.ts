/**
 * What a line of the audit says, in words. What the server can write is in the contract, and what lacks its words here does not compile; a
 * page that is older than its server says so of what it does not know. Pure.
 */
import { isolated } from '@kapao/browser/message'
import { type AuditDetails, auditActions } from '@kapao/contract/desk-admin'
import type { Text, TextKey } from '../../lib/i18n.ts'

type Write = (t: Text, value: unknown) => string

const asItIs: Write = (_t, value) => isolated(typeof value === 'string' ? value : JSON.stringify(value))

function oneOf<Value extends string>(keys: Readonly<Record<Value, TextKey>>): Write {
  const known = new Map<unknown, TextKey>(Object.entries<TextKey>(keys))
  return (t, value) => {
    const key = known.get(value)
    return key === undefined ? asItIs(t, value) : t(key)
  }
}

const yesOrNo: Write = (t, value) =>
  typeof value === 'boolean' ? t(value ? 'admin.yes' : 'admin.no') : asItIs(t, value)

type Known = Required<AuditDetails>

const write: Readonly<Record<keyof Known, Write>> = {
  name: asItIs,
  role: oneOf<Known['role']>({ agent: 'app.role-agent', admin: 'app.role-admin' }),
  to: (t, value) => (value === null ? t('customer.nobody') : asItIs(t, value)),
  member: asItIs,
  slip: asItIs,
  sessions: asItIs,
  sessionId: asItIs,
  asksRating: yesOrNo,
  score: (t, value) => (typeof value === 'number' ? t('thread.rated', { score: value }) : asItIs(t, value)),
  noteId: asItIs,
  cannedId: asItIs,
  title: asItIs,
  messageType: oneOf<Known['messageType']>({
    text: 'message.kind-text',
    media: 'message.kind-media',
    quick_replies: 'message.kind-quick_replies',
    buttons: 'message.kind-buttons',
    generic: 'message.kind-generic',
    // Only customers send one.
    postback: 'message.type-postback',
  }),
  clientId: asItIs,
  path: asItIs,
  fileType: oneOf<Known['fileType']>({
    image: 'app.media-image',
    video: 'app.media-video',
    file: 'app.media-file',
  }),
  left: asItIs,
  deposit: asItIs,
  because: asItIs,
  isAnyway: yesOrNo,
  by: asItIs,
}

const isKnown = (name: string): name is keyof Known => Object.hasOwn(write, name)

export function actionText(t: Text, action: string): string {
  const known = auditActions.find((one) => one === action)
  return t(known === undefined ? 'admin.action-newer' : `admin.action-${known}`)
}

/** Who did what none of the staff did: a customer, somebody who did not get in, or else the server's own command. */
const OTHERS: ReadonlyMap<string, TextKey> = new Map([
  ['conversation-rated', 'admin.customer'],
  ['login-failed', 'admin.not-logged-in'],
])

export function otherText(t: Text, action: string): string {
  return t(OTHERS.get(action) ?? 'admin.nobody')
}

export function detailsText(t: Text, details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .map(([name, value]) =>
      isKnown(name)
        ? `${t(`admin.detail-${name}`)}: ${write[name](t, value)}`
        : `${t('admin.detail-newer')}: ${asItIs(t, value)}`,
    )
    .join(', ')
}
