--[[
  Writes documents into the search indexes of a project, and takes the marks away of what is done. Never an older document
  over a newer one, whoever comes in whatever order: a document bears the version of the resource that it was made of.

  KEYS[1] state of search: a hash with the numbers of the indexes, `current` and `building`
  KEYS[2] marks: a sorted set of ids, of resources that changed since they were indexed
  KEYS[3]  is never there, so that this does not run while the slot is being moved
  KEYS[4…] bodies and documents; the plan names them by their position
  ARGV[1] the plan, in MessagePack:
            current, building  the numbers that the state must have, empty where it has none
            settles            whether marks go or are moved on
            entries            list of { id, version, body, documents }; of documents { document, writes, removals }, one an
                               index: commands that write it, and such that remove it; a number in a command is a position in ARGV
  ARGV[2…] contents

  Returns 1, or 0 when the project's indexes are others: then nothing is done.
]]
-- @include versionOf
-- @include now
local plan = cmsgpack.unpack(ARGV[1])
local state, marks = KEYS[1], KEYS[2]

local function isMeant()
  local numbers = redis.call('HMGET', state, 'current', 'building')
  return (numbers[1] or '') == plan.current and (numbers[2] or '') == plan.building
end

local function run(commands)
  for _, command in ipairs(commands) do
    for position, argument in ipairs(command) do
      if type(argument) == 'number' then command[position] = ARGV[argument] end
    end
    redis.call(unpack(command))
  end
end

local function isNewer(document, version)
  local held = redis.call('HGET', document, 'v')
  return held and tonumber(held) > version
end

-- What changed again keeps its mark, and waits from now on: until now it was served.
local function settle(id, version, stored)
  if not stored or tonumber(stored) == version then
    redis.call('ZREM', marks, id)
  else
    redis.call('ZADD', marks, 'XX', string.format('%.0f', now()), id)
  end
end

local function index(id, version, body, documents)
  local stored = versionOf(KEYS[body])
  for _, document in ipairs(documents) do
    if not stored then
      run(document[3])
    elseif not isNewer(KEYS[document[1]], version) then
      run(document[2])
    end
  end
  if plan.settles then settle(id, version, stored) end
end

if not isMeant() then return 0 end
for _, entry in ipairs(plan.entries) do
  index(entry[1], entry[2], entry[3], entry[4])
end
return 1
