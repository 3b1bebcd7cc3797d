--[[
  Notes that all tokens of a client, customer or refresh token have ended.

  KEYS[1] where it is noted
  ARGV    seconds that the note is kept; the time of the end in milliseconds, empty for now
]]
-- @include now
redis.call('SET', KEYS[1], ARGV[2] == '' and string.format('%.0f', now()) or ARGV[2], 'EX', ARGV[1])
return 'OK'
