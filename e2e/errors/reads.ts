// What a screen asks for by itself. Where the product keeps silent about it there is no toast and no dialog; the place says in its own words that it
// has nothing to show, and how it goes on.
import { getProfile } from '@kapao/contract/account'
import { checkMinimumBonus, listBonuses } from '@kapao/contract/bonus'
import { checkActiveBonus } from '@kapao/contract/bonus-active'
import type { Call } from '@kapao/contract/call'
import { chatConfig, chatHistory } from '@kapao/contract/chat'
import { listInvites } from '@kapao/contract/invite'
import {
  lookupAgreements,
  lookupBanks,
  lookupConditions,
  lookupContact,
  lookupDeposit,
  lookupWithdraw,
} from '@kapao/contract/lookup'
import { getQr } from '@kapao/contract/qrcode'
import { checkRefund, listRefunds } from '@kapao/contract/refund'
import { getSlipUrl, listSlips } from '@kapao/contract/slip'
import { listCoupons, setupWheel } from '@kapao/contract/spinwheel'
import { listStatements } from '@kapao/contract/statement'
import { getWallet } from '@kapao/contract/wallet'
import type { Way } from '../builds.ts'
import { activeBonus, chatOffered } from './given.ts'
import { chooseWay, goAfresh, type Hand, type Place, press } from './place.ts'
import { toBankStep } from './visitors.ts'

/** `says`: what it says whatever happened; without it, what happened. */
function reading(call: Call, path: string, keys: readonly string[] = [], says?: string): Place {
  return {
    name: call.path,
    call,
    isRead: true,
    async open() {
      // It is asked as the screen opens.
    },
    async act(hand) {
      await goAfresh(hand, path)
      for (const key of keys) await press(key)(hand)
    },
    ...(says === undefined ? {} : { says }),
  }
}

const toWay = (key: Way) => async (hand: Hand) => {
  await press('home.deposit')(hand)
  await chooseWay(key)(hand)
}

export const reads: readonly Place[] = [
  reading(getWallet, '/user/home', [], 'home.failed-text'),
  reading(getProfile, '/user/profile'),
  reading(listStatements, '/user/statement', [], 'statement.failed-text'),
  reading(listSlips, '/user/statement', ['statement.slips'], 'slip.list-failed-text'),
  {
    ...reading(getSlipUrl, '/user/statement', ['statement.slips', 'slip.picture']),
    own: { NO_DATA: 'slip.no-picture' },
  },
  reading(listBonuses, '/user/bonus', [], 'bonus.failed-text'),
  reading(checkActiveBonus, '/user/bonus', [], 'bonus.active-failed'),
  { ...reading(checkMinimumBonus, '/user/bonus', ['bonus.cancel']), given: activeBonus },
  reading(setupWheel, '/user/spin'),
  reading(listCoupons, '/user/spin', [], 'spin.coupons-safe'),
  reading(lookupContact, '/user/contact'),
  { ...reading(lookupContact, '/contact'), name: 'contact of visitors', isVisitor: true },
  reading(lookupDeposit, '/user/home', ['home.deposit'], 'deposit.not-loaded-text'),
  {
    ...reading(getQr, '/user/home'),
    async act(hand) {
      await goAfresh(hand, '/user/home')
      await toWay('KBANK')(hand)
    },
    says: 'deposit.qr-failed',
  },
  reading(lookupWithdraw, '/user/home', ['home.withdraw'], 'withdraw.amount'),
  reading(lookupConditions, '/user/home', ['app.menu-conditions']),
  reading(lookupAgreements, '/user/home', ['home.agreement']),
  reading(listInvites, '/user/home', ['home.invite'], 'invite.failed'),
  reading(checkRefund, '/user/home', ['home.refund']),
  reading(listRefunds, '/user/home', ['home.refund'], 'refund.past-failed'),
  { ...reading(lookupBanks, '/register'), isVisitor: true, act: toBankStep },
  { ...reading(chatConfig, '/user/home', ['chat-bubble.open'], 'chat.offline'), given: chatOffered },
  { ...reading(chatHistory, '/user/home', ['chat-bubble.open'], 'chat.failed-title'), given: chatOffered },
]
