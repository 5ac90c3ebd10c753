import { expect, test } from 'vitest'
import { IndexNews } from '../../src/vault/index-news.ts'

test('who follows a vault that has just been closed is told nothing, and its closed index is not asked', () => {
  const heard: (readonly string[])[] = []
  const news = new IndexNews(() => {
    throw new TypeError('The database connection is not open')
  })
  news.close()
  const stop = news.follow((paths) => heard.push(paths))
  news.tell(['a.md'])
  stop()
  expect(heard).toEqual([])
})
