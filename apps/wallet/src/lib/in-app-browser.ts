/** The browsers inside LINE, Facebook, Instagram and TikTok, which lack much of what a browser does. Only their user agents tell. */
const inAppBrowser = /\bLine\/|FB[AI_]|Instagram|musical_ly|TikTok|Bytedance/i

export function isInAppBrowser(userAgent = navigator.userAgent): boolean {
  return inAppBrowser.test(userAgent)
}

/** What any app of Android shows the web in, the ones above too. An app that does not provide for them gets neither windows nor downloads. */
export function isAndroidView(): boolean {
  return navigator.userAgent.includes('; wv)')
}
