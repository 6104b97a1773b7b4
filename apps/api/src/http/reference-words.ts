/** The nouns of the wire, in the order in which a newcomer meets them. A path's first part decides where its call belongs. */
export const groups: readonly {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly segments: readonly string[]
}[] = [
  {
    id: 'lookup',
    title: 'Lookups',
    about: 'What the operator tells everyone: banks, texts, limits and switches.',
    segments: ['lookup'],
  },
  {
    id: 'session',
    title: 'Session and one-time codes',
    about: 'Logging in, and proving that a phone is one’s own.',
    segments: ['login', 'otp'],
  },
  {
    id: 'account',
    title: 'Account',
    about: 'Registration, the member’s details and their bank account.',
    segments: ['account'],
  },
  {
    id: 'wallet',
    title: 'Wallet and games',
    about: 'The purse, the game accounts, and money that goes between them and out to the bank.',
    segments: ['wallet'],
  },
  {
    id: 'qrcode',
    title: 'QR deposits',
    about: 'A payment code for one deposit: made, looked at, cancelled. Each code can be paid once.',
    segments: ['qrcode'],
  },
  {
    id: 'auto-login',
    title: 'Game logins',
    about: 'A link that opens a game with the caller’s own game account.',
    segments: ['autoLogin'],
  },
  { id: 'invite', title: 'Invites', about: 'Friends invited, and what they earned.', segments: ['invite'] },
  {
    id: 'refund',
    title: 'Refunds',
    about: 'A share of last week’s losses, given back.',
    segments: ['refund'],
  },
  {
    id: 'bonus',
    title: 'Bonuses and promotions',
    about: 'One condition at a time: chosen, applied to the next deposit, ended or cleared.',
    segments: ['bonus', 'promotion'],
  },
  {
    id: 'statement',
    title: 'Statement',
    about: 'What happened to a member’s money, newest first.',
    segments: ['statement'],
  },
  {
    id: 'spinwheel',
    title: 'Spin wheel',
    about: 'The wheel, its coins and its coupons.',
    segments: ['spinwheel'],
  },
  { id: 'chat', title: 'Chat', about: 'Talking with the operator’s support.', segments: ['chat'] },
]

/** One sentence for each call, by its name in the contract. */
export const sentences: Readonly<Record<string, string>> = {
  lookupBanks: 'The banks that a member may register an account of, the recommended ones first.',
  lookupSources: 'How a newcomer may have heard of the operator.',
  lookupDeposit:
    'Where this member can pay in: bank accounts and QR providers of their currency, and wallets.',
  lookupConditions: 'The operator’s conditions, as HTML.',
  lookupAgreements: 'The agreement that a member accepts, as HTML.',
  lookupInfo: 'The operator’s name and website. Answers even when the operator is closed.',
  lookupNotice: 'What to know before a bonus is cancelled; %percentFail% stands for the bonus’s figure.',
  lookupContact: 'How to reach the operator. Answers even when the operator is closed.',
  lookupWithdraw: 'The least and the most of one withdrawal, in the operator’s first currency.',
  lookupSlip: 'Whether slips may be uploaded.',
  lookupActive: 'Whether the operator is open. Answers even when it is not: "gone" then.',
  lookupRegisterOtp: 'Whether registering needs a one-time code.',
  lookupEnableChatWidget: 'Whether the chat is offered.',
  login: 'Opens a session. An unknown phone and a wrong password are the same refusal after the same time.',
  sendOtp:
    'Sends a one-time code by text message. OTP_VERIFIED: the phone was verified in the last 30 minutes, none was sent.',
  verifyOtp: 'Checks a one-time code. It lives 5 minutes and takes 5 wrong tries.',
  validateAccount: 'Judges a registration as far as it has come, and writes nothing.',
  registerAccount: 'Registers a member. Without a currency, the operator’s first one is taken.',
  getProfile: 'The member and their bank account.',
  updateProfile: 'Changes the member’s name and bank account.',
  updateBankAccountName: 'Changes the holder’s name of the member’s bank account.',
  changePassword: 'Changes the password (8 to 128 characters) and ends every other session of the member.',
  getWallet: 'The purse, every game with its last known balance, and what inviting has earned.',
  refreshSlots:
    'Asks every game for its balance. One that does not answer, or has a transfer whose outcome is unknown, keeps its last figure and is named in failed.',
  activateGame: 'Opens the member’s account at a game.',
  getGameAccount:
    'The username and password of a game account; event is the form to post where the game’s web login is one.',
  resetGamePassword: 'Gives a game account a new password.',
  announceDeposit:
    'Says that a bank transfer of this amount is about to be made. A hint: it credits nothing.',
  transfer:
    'Moves money between the wallet and a game. Status 202 and IN_PROGRESS: the game’s answer is not known yet, the money is safe and the statement will tell.',
  transferAll: 'Brings every other balance to one place; failed names the games whose balance stayed.',
  withdraw: 'Pays out to the member’s bank account. It cannot be called back.',
  withdrawAll: 'Collects the games’ balances into the wallet, then pays out the amount.',
  getQr: 'The member’s live code at a provider, or what became of the last one.',
  createQr:
    'Makes a payment code for one deposit; a live one of the same provider is cancelled and replaced.',
  cancelQr: 'Cancels a code. The id may stand in the query instead of the body.',
  autoLoginByUsername: 'A login link for games that know their players by username.',
  autoLoginByPassword: 'A login link for games that want the game account’s password too.',
  uploadSlip:
    'Hands in the picture of a transfer’s slip, within an hour of the transfer. It is looked up at the bank in the background; the list of slips tells.',
  redeemTruelink:
    'Takes a gift link, sealed as base64 of iv ‖ AES-256-GCM ciphertext ‖ tag under the SHA-256 of the shared secret. Status 202 and IN_PROGRESS: the issuer’s answer got lost, the statement will tell.',
  listSlips: 'A page of the member’s slips; note says why one failed.',
  getSlipUrl: 'An address of a slip’s picture, for 5 minutes. Relative to the API’s origin.',
  listBonuses:
    'The operator’s bonuses, each with what this member has received of it, and the first day of the weeks that count.',
  activateBonus: 'Chooses a bonus. It is credited with the next deposit.',
  checkActiveBonus:
    'The bonus, promotion, invite or refund whose condition holds now; chosen waits for a deposit, running says how far it is.',
  checkMinimumBonus:
    'Whether the balance is so low that the bonus may be cleared free, and what clearing takes, once the games have been asked.',
  clearBonus:
    'Brings the games’ balances back and takes what is left of the bonus, never the member’s own money, nor more than was told in the last minute.',
  currentPromotion: 'The promotion that is chosen or being played.',
  findPromotion: 'Looks a promotion up by its code, in any case.',
  activatePromotion: 'Chooses a promotion, once per member. It is credited with the next deposit.',
  listInvites: 'A page of the friends whom this member invited, and what each has earned.',
  receiveInviteBonus: 'Pays all that inviting has earned into the wallet, as bonus money.',
  listInviteBanners: 'What to show when inviting is opened; without any, the plain form.',
  listRefunds: 'A page of the refunds that this member has received.',
  checkRefund:
    'What can be received for last week’s net losses, and what was received but is not in the wallet yet.',
  receiveRefund: 'Turns last week’s net losses into a collected refund, once.',
  addRefundToWallet: 'Pays all collected refunds into the wallet, as bonus money.',
  listRefundBanners: 'What to show when refunds are opened; without any, the plain form.',
  setupWheel:
    'The wheel as it is drawn, and the member’s coins. No slices: there is no wheel now. isPrize says which slices give a coupon; odds, in per cent, where the operator publishes them; earning says how deposits earn coins.',
  spinWheel:
    'Takes a coin and draws a slice by the operator’s weights. success false: nothing was taken and nothing drawn; error is NO_COIN, or NO_DATA without a wheel.',
  listCoupons: 'What the wheel has won for this member and can be claimed now, newest first.',
  claimCoupon:
    'Pays a coupon, once: money into the wallet, coins to the coins, a bonus under its condition. success false: error says why.',
  wheelActive: 'Whether there is a wheel to spin.',
  chatConfig: 'What every chat room’s name begins with.',
  sendMessage:
    'Stores a customer’s message: text, media or postback. The same clientId again stores nothing new. The timestamp is the message’s createdAt.',
  chatHistory:
    'A conversation’s messages, newest first; skip counts from the newest. A member’s needs their token, a guest’s only the guest id.',
  uploadChatImage:
    'Takes a PNG, JPEG or GIF of at most 10 MB for a media message, under a name that has an ending, and keeps its pixels only. Whoever knows the path may see the file.',
  uploadChatVideo:
    'Takes an MP4 or QuickTime video of at most 20 MB for a media message, under a name that has an ending.',
  readChat: 'The customer has seen everything up to `readAt`, the createdAt of a message, or up to now.',
  rateChat:
    'How the customer was helped in a session that was ended, from 1 to 5. Only where the history says that it is asked for.',
  listStatements: 'A page of the member’s statement.',
}

/** Values for the examples, by the field's or parameter's name; the login is that of the Thai demo member. */
export const examples: Readonly<Record<string, string | number | object>> = {
  username: '0690000001',
  phoneNumber: '0690000002',
  password: 'kapao-demo-1',
  oldPassword: 'kapao-demo-1',
  newPassword: 'a longer secret',
  name: 'สมชาย ใจดี',
  sourceCode: 'FRIEND',
  inviteCode: '',
  bankCode: 'SCB',
  bankAccountName: 'SOMCHAI JAIDEE',
  bankAccountNo: '9990000002',
  currency: 'THB',
  otpToken: 'the otpToken of /otp/send',
  otpCode: '123456',
  qrcodeId: 'the qrcodeId of the code',
  coupon: 'the _id of the coupon',
  link: 'the sealed link',
  reference: 'the reference of the slip',
  amount: 100,
  from: 'WALLET',
  to: 'PG',
  page: 1,
  limit: 10,
  code: 'PG',
  provider: 'KBANK',
  clientId: '0b0e7f0a-5a4b-4c6e-9d51-6a4f0e6f2a11',
  sender: 'customer',
  message: { message_type: 'text', payload: { text: 'สวัสดีค่ะ' } },
  createdAt: '2026-01-31T08:00:00.000Z',
  readAt: '2026-01-31T08:00:00.000Z',
  session_id: '',
  userId: '',
  guestId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  deviceToken: '',
  _id: '',
  skip: 0,
  score: 5,
  comment: 'ขอบคุณค่ะ',
}

/** What a path's parameter stands for. */
export const parameterWords: Readonly<Record<string, string>> = {
  code: 'A game’s code in upper case, or the code of a bonus or promotion.',
  reference: 'What the upload answered, or the list of slips names.',
  provider: 'Who makes the code, or whose game it is.',
  username: 'The caller’s own username at the game.',
  password: 'The password of that game account. It is never logged.',
}
