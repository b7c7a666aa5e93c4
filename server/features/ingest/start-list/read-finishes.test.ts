import { describe, expect, it } from 'vitest'
import { readFinishes } from './read-finishes.ts'
import type { FinishKind } from './time-meaning.ts'

/** A race from 17:30 to 01:30 in Moscow. */
const event = {
  timeZone: 'Europe/Moscow',
  startsOn: new Date('2026-09-12T14:30:00Z'),
  endsOn: new Date('2026-09-12T22:30:00Z'),
}

function readColumn(kind: FinishKind, ...texts: string[]) {
  const cells = texts.map((finish) => ({ finish, date: '', start: '' }))
  const { finishes, meaning } = readFinishes(kind, cells, event)
  return {
    meaning,
    moments: finishes.map((one) =>
      'finishedOn' in one ? (one.finishedOn?.toISOString() ?? 'none') : Object.keys(one)[0],
    ),
  }
}

describe('a finish', () => {
  it.each([
    '12.09.2026 18:44:52',
    '12.09.26 18:44:52',
    '12.09.2026, 18:44:52',
    '12.9.2026 в 18:44:52',
    '18:44:52 12.09.2026',
    '2026-09-12 18:44:52',
    '2026-09-12T18:44:52',
    '2026/09/12 18:44:52',
    '2026-09-12T18:44:52+03:00',
    '2026-09-12T18:44:52+0300',
    '2026-09-12T15:44:52Z',
    '2026-09-12 15:44:52 UTC',
    '2026-09-12 18:44:52 MSK',
    '2026-09-12 18:44:52 GMT+3',
    '2026-09-12T15:44:52.000Z',
    '20260912T184452',
    '20260912184452',
    'Sep 12, 2026 6:44:52 PM',
    '12 Sep 2026 18:44:52',
    '12-Sep-26 18:44:52',
    'Sat, 12 Sep 2026 18:44:52',
    'Saturday, September 12, 2026 6:44:52 PM',
    '12 сентября 2026 г., 18:44:52',
    '12 сен. 2026 18:44:52',
    '12 de septiembre de 2026 18:44:52',
    '13/09/2026 18:44:52',
    '9/13/2026 6:44:52 PM',
    '12.09.2026 18.44.52',
    '12.09.2026 18:44:52 (MSK)',
    '12. 9. 2026 18:44:52',
    '12/Sep/2026 18:44:52',
    '2026-Sep-12 18:44:52',
    '12. September 2026 um 18:44:52 Uhr',
    '12 septembre 2026 à 18:44:52',
    '12 de septiembre de 2026 a las 18:44:52',
    '12 вересня 2026 о 18:44:52',
    '12 września 2026 18:44:52',
    '12. září 2026 18:44:52',
    '12 Eylül 2026 18:44:52',
    'Sat Sep 12 2026 18:44:52 GMT+0300 (Moscow Standard Time)',
    '46277.7811574074',
    '46277,7811574074',
    '4.62777811574074E+04',
    '1789227892',
    '1789227892000',
  ])('written %j is 18:44:52 of its day', (text) => {
    const day = text.includes('13') && text.includes('/') ? '13' : '12'
    expect(readColumn('finish', text).moments).toEqual([`2026-09-${day}T15:44:52.000Z`])
  })

  it.each([
    ['2026-09-12 18:44:52.3', '2026-09-12T15:44:52.300Z'],
    ['2026-09-12 18:44:52,345', '2026-09-12T15:44:52.345Z'],
    ['12.09.2026 18:44', '2026-09-12T15:44:00.000Z'],
    ['12/09/2026 18.44', '2026-09-12T15:44:00.000Z'],
    ['12 septembre 2026 18h44', '2026-09-12T15:44:00.000Z'],
    ['12. Sept. 2026, 18:44 Uhr', '2026-09-12T15:44:00.000Z'],
  ])('keeps the precision of %j', (text, moment) => {
    expect(readColumn('finish', text).moments).toEqual([moment])
  })

  it.each([
    '',
    'DNF',
    'dns',
    'DSQ',
    'н/с',
    'не финишировал',
    'сошла',
    'Retirado',
    '-',
    '—',
    '0:00:00',
    '00:00:00.0',
  ])('reads %j as no finish', (text) => {
    expect(readColumn('finish', text).moments).toEqual(['none'])
  })

  it.each(['31.02.2026 10:00', '2026-13-40 18:44:52', '30/02/2026 10:00', '2026-02-30T10:00:00Z'])(
    'on the date %j is invalid',
    (text) => {
      expect(readColumn('finish', text).moments).toEqual(['invalid'])
    },
  )

  it.each(['soon', '12:75', '18:44:99', '2026-09-12', '18.44.52', '603', '13:00 PM'])(
    'written %j is not understood',
    (text) => {
      expect(readColumn('finish', text).moments).toEqual(['unknown'])
    },
  )
})

describe('a column of dates with slashes', () => {
  it.each([
    [['9/12/2026 18:00', '9/13/2026 0:10'], '09-13T', 'month/day, as no other order gives dates'],
    [['12/9/2026 18:00', '13/9/2026 0:10'], '09-12T21:10', 'day/month, as no other order gives dates'],
    [['9/12/2026 18:00'], '09-12T15:00', 'month/day, as on the days of the event'],
    [['12/09/2026 18:00'], '09-12T15:00', 'day/month, as on the days of the event'],
    [['3/4/2026 6:00 PM'], '03-04T15:00', 'month/day, as times have AM or PM'],
    [['3/4/2026 18:00'], '04-03T15:00', 'day/month, which the list does not decide'],
    [['3-4-2026 18:00'], '04-03T15:00', 'day/month, which the list does not decide'],
  ])('uses one day/month order for all of %j', (texts, last, statement) => {
    const { moments, meaning } = readColumn('finish', ...texts)
    if (texts.length > 1) expect(moments.at(-1)).toContain(last.includes('13T') ? '2026-09-12T21:10' : last)
    else expect(moments.at(-1)).toContain(last)
    expect(meaning).toContain(statement)
  })
})

describe('times without a date', () => {
  it('are times of day where the header says so, also past midnight', () => {
    expect(readColumn('clock', '18:44:52,3', '6:44 PM', '00:10:02', '24:20:00', '0.7811574')).toEqual({
      meaning: 'times of day',
      moments: [
        '2026-09-12T15:44:52.300Z',
        '2026-09-12T15:44:00.000Z',
        '2026-09-12T21:10:02.000Z',
        '2026-09-12T21:20:00.000Z',
        '2026-09-12T15:44:52.000Z',
      ],
    })
  })

  it('are durations where the header says so', () => {
    expect(
      readColumn(
        'gun',
        '1:14:52',
        '44:52',
        '44:52.5',
        '1h14m52s',
        '1 ч 14 мин',
        `44'52"`,
        '26:00:00',
        '1d 02:00:00',
        '0.052',
        'PT1H14M52S',
      ),
    ).toEqual({
      meaning: 'times since the start of the event',
      moments: [
        '2026-09-12T15:44:52.000Z',
        '2026-09-12T15:14:52.000Z',
        'unknown',
        '2026-09-12T15:44:52.000Z',
        '2026-09-12T15:44:00.000Z',
        '2026-09-12T15:14:52.000Z',
        '2026-09-13T16:30:00.000Z',
        '2026-09-13T16:30:00.000Z',
        '2026-09-12T15:44:52.800Z',
        '2026-09-12T15:44:52.000Z',
      ],
    })
  })

  it('are unknown when hours:minutes and minutes:seconds are both possible', () => {
    expect(readColumn('gun', '1:44').moments).toEqual(['unknown'])
  })

  it('are classified by the start and end of the event', () => {
    expect(readColumn('finish', '18:44:52', '19:02:00').meaning).toBe('times of day')
    expect(readColumn('finish', '1:44:52', '0:59:00', '58:00').meaning).toBe(
      'times since the start of the event',
    )
    expect(readColumn('finish', '6:44 PM').meaning).toBe('times of day')
    expect(readColumn('finish', '18:44:52 Uhr').moments).toEqual(['2026-09-12T15:44:52.000Z'])
    const morning = {
      ...event,
      startsOn: new Date('2026-09-12T06:00:00Z'),
      endsOn: new Date('2026-09-12T14:00:00Z'),
    }
    const evening = [{ finish: '18:44:52', date: '', start: '' }]
    expect(readFinishes('finish', evening, morning)).toEqual({
      meaning: 'times of day',
      finishes: [{ finishedOn: new Date('2026-09-12T15:44:52Z') }],
    })
  })

  it('are unknown when ambiguous or mixed with dates', () => {
    expect(readColumn('finish', '0:44:52', '1:01:00')).toEqual({
      meaning: 'times without a date, not understood',
      moments: ['unknown', 'unknown'],
    })
    expect(readColumn('finish', '2026-09-12 18:44:52', '1:44:52').moments).toEqual([
      '2026-09-12T15:44:52.000Z',
      'unknown',
    ])
  })

  it('take their date from another column', () => {
    const cells = [
      { finish: '18:44:52', date: '12.09.2026', start: '' },
      { finish: '00:44:52', date: '13.09.2026', start: '' },
    ]
    expect(readFinishes('clock', cells, event).finishes).toEqual([
      { finishedOn: new Date('2026-09-12T15:44:52Z') },
      { finishedOn: new Date('2026-09-12T21:44:52Z') },
    ])
  })

  it('take the order of day and month from that column', () => {
    const cells = [
      { finish: '6:44:52 PM', date: '9/12/2026', start: '' },
      { finish: '12:10:00 AM', date: '9/13/2026 0:00:00', start: '' },
      { finish: '0.7811574', date: '46277', start: '' },
    ]
    expect(readFinishes('clock', cells, event)).toEqual({
      meaning: 'times of day; 9/12/2026 is month/day, as no other order gives dates',
      finishes: [
        { finishedOn: new Date('2026-09-12T15:44:52Z') },
        { finishedOn: new Date('2026-09-12T21:10:00Z') },
        { finishedOn: new Date('2026-09-12T15:44:52Z') },
      ],
    })
  })

  it('are added to the runner’s start when they are net times', () => {
    const cells = [
      { finish: '1:00:00', date: '', start: '2026-09-12 17:31:00' },
      { finish: '1:00:00', date: '', start: '17:32:00' },
      { finish: '1:00:00', date: '', start: '' },
    ]
    expect(readFinishes('net', cells, event).finishes).toEqual([
      { finishedOn: new Date('2026-09-12T15:31:00Z') },
      { finishedOn: new Date('2026-09-12T15:32:00Z') },
      { unknown: expect.stringContaining('own start') },
    ])
  })
})
