-- The version of a stored resource, as text; nil when there is none. Every body begins with
-- {"id":"<36 characters>","version":<digits>, so the first hundred bytes are enough.
local function versionOf(key)
  return string.match(redis.call('GETRANGE', key, 0, 99), '^{"id":"[^"]*","version":(%d+)')
end
