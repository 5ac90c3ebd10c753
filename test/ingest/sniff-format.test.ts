import { expect, test } from 'vitest'
import { decodeText } from '../../src/ingest/decode-text.ts'
import { normalizeUrl } from '../../src/ingest/normalize-url.ts'
import { isPublicAddress } from '../../src/ingest/public-address.ts'
import { sniffFormat } from '../../src/ingest/sniff-format.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

test.for<[content: string, facts: { name?: string; contentType?: string }, format: string | null]>([
  ['%PDF-1.4', { name: 'a.txt' }, 'pdf'],
  ['junk before\n%PDF-1.4', { contentType: 'text/html' }, 'pdf'],
  ['<!DOCTYPE html><p>', { contentType: 'text/plain' }, 'html'],
  ['\xef\xbb\xbf  <!-- x -->\n<html>', {}, 'html'],
  ['<p>part</p>', { name: 'a.html' }, 'html'],
  ['<p>part</p>', { contentType: 'text/html; charset=utf-8' }, 'html'],
  ['no marks', { contentType: 'text/html' }, 'text'],
  ['<p>part</p>', {}, 'text'],
  ['# Title', { name: 'a.MD' }, 'markdown'],
  ['# Title', { contentType: 'text/markdown; charset=utf-8' }, 'markdown'],
  ['{"a":1}', { contentType: 'application/json' }, 'text'],
  ['\x89PNG\r\n', { contentType: 'text/html' }, null],
  ['PK\x03\x04', { name: 'a.md' }, null],
  ['MZ\0\0', {}, null],
  ['a\x01b\x07 \x1b[31mred\x1b[0m', {}, 'text'],
  ['\x01\x02\x03a', {}, null],
  [`\x01\xc3\x28${'a'.repeat(9)}`, {}, null],
  ['GIF89a', {}, null],
  ['\xff\xfeh\0i\0', {}, 'text'],
  ['<\0p\0>\0', { contentType: 'text/html; charset=utf-16le' }, 'html'],
  ['\0<\0h\0t\0m\0l\0>', { contentType: 'text/html; charset=utf-16be' }, 'html'],
  ['\x89PNG\0', { contentType: 'text/html; charset=utf-16le' }, null],
])('%j with %j is %s', ([content, facts, format]) => {
  expect(sniffFormat(bytes(content), facts)).toBe(format)
})

test('a text with control characters is one where its first bytes end within a character', () => {
  expect(sniffFormat(bytes(`${'\x01aaaaaaa'.repeat(127)}aaaaaaa\xc3\xa9`), {})).toBe('text')
})

test('text is read in its charset', () => {
  expect(decodeText(Buffer.from('é'), {}).text).toBe('é')
  expect(decodeText(bytes('\xe9'), {}).text).toBe('é')
  expect(decodeText(bytes('\xe9'), { contentType: 'text/html; charset="ISO-8859-1"' }).text).toBe('é')
  const declared = '<?xml version="1.0" encoding="windows-1251"?>'
  expect(decodeText(bytes(`${declared}\xe9`), { isHtml: true }).text).toBe(`${declared}й`)
  expect(decodeText(bytes('\x82\xa0'), { contentType: 'text/html; charset=Shift_JIS' }).text).toBe('あ')
  expect(decodeText(bytes('<meta charset=koi8-r>\xc1'), { isHtml: true }).text).toBe('<meta charset=koi8-r>а')
  expect(decodeText(bytes('\xff\xfeh\0i\0'), { contentType: 'charset=utf-8' }).text).toBe('hi')
  expect(decodeText(bytes('\xef\xbb\xbfhi'), { contentType: 'charset=latin1' }).text).toBe('hi')
  expect(decodeText(Buffer.from('é'), { contentType: 'charset=no-such-thing' }).text).toBe('é')
  expect(decodeText(bytes('\xe9'), {}).warnings).toEqual([expect.stringContaining('Windows-1252')])
  expect(decodeText(Buffer.from('é'), {}).warnings).toEqual([])
})

test('one page has one address', () => {
  const normal = (url: string) => normalizeUrl(new URL(url))
  expect(normal('HTTP://Example.org:80/a?utm_source=x&b=1#c')).toBe('http://example.org/a?b=1')
  expect(normal('https://example.org/?q=a%20b+c')).toBe('https://example.org/?q=a%20b+c')
  for (const query of ['q=a%20b', 'q=(a)', 'q=~a', 'q', 'q=', 'a=1&&b', "q='a'&q=b"])
    for (const tracked of [`utm_source=x&${query}`, `${query}&fbclid=y`])
      expect(normal(`https://example.org/?${tracked}`)).toBe(normal(`https://example.org/?${query}`))
  expect(normal('https://example.org/?')).toBe('https://example.org/?')
  expect(normal('https://example.org/?utm_source=x&gclid')).toBe('https://example.org/')
  expect(normal('https://example.org/?ref=utm_source')).toBe('https://example.org/?ref=utm_source')
  expect(normal('https://example.org/[[x]]?y=[[z]]')).toBe(
    'https://example.org/%5B%5Bx%5D%5D?y=%5B%5Bz%5D%5D',
  )
  expect(normal('http://[2606:4700::1]/[')).toBe('http://[2606:4700::1]/%5B')
})

test('addresses of the open internet are told from all others', () => {
  const open = ['93.184.216.34', '8.8.8.8', '172.32.0.1', '2606:4700::1', '2a00:1450:4001::1']
  const closed = [
    '127.0.0.1', '127.255.255.255', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.0.1', '169.254.169.254',
    '100.64.0.1', '100.127.255.255', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.9', '224.0.0.1', '239.255.255.250',
    '255.255.255.255', '::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12::1', 'ff02::1', '::ffff:127.0.0.1',
    '::ffff:8.8.8.8', '64:ff9b::808:808', '64:ff9b:1::1', '2002:7f00:1::', '2001::1', '2001:db8::1', '100::1', 'no address', '',
  ] // prettier-ignore
  expect(open.filter((address) => !isPublicAddress(address))).toEqual([])
  expect(closed.filter((address) => isPublicAddress(address))).toEqual([])
})
